# Letters that find their way, however often it takes.
{ lib, stdenv, fetchurl, clock ? import ./clock.nix { } }:

let
  mostTries = 5;

  # Waits double, up to a minute.
  backoff = attempt: lib.min (lib.pow 2 attempt) 60;

  deliver = { letter, tries ? mostTries }:
    let
      outcome = clock.send letter;
    in
    if outcome == "taken" then outcome else builtins.trace (toString (backoff tries)) "refused";

  inherit (lib) optional concatStringsSep;
in
stdenv.mkDerivation rec {
  pname = "post-retry";
  version = "2.1";

  src = fetchurl {
    url = "https://example.org/${pname}-${version}.tar.gz";
    hash = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  };

  buildInputs = [ clock ] ++ optional stdenv.isLinux letters;

  # What is done to make it.
  buildPhase = ''
    make tries=${toString mostTries}
    make journal
  '';

  passthru.tests = {
    taken = deliver { letter = "hello"; };
    refused = deliver { letter = ""; tries = 1; };
  };

  meta = {
    description = "Tries again, politely";
    license = lib.licenses.mit;
    maintainers = concatStringsSep ", " [ "postman" ];
  };
}
