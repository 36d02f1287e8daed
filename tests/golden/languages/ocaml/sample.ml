(* Letters that find their way, however often it takes. *)
open Printf
open Post.Letters

let most_tries = 5

(** What became of a letter. *)
type outcome =
  | Taken
  | Refused of string

type letter = { text : string; mutable sent : int }

exception No_sender of string

(** Whoever carries letters. *)
module type POSTMAN = sig
  type t
  val deliver : t -> letter -> outcome
end

(* Waits double, up to a minute. *)
let backoff attempt =
  let seconds = 1 lsl attempt in
  min seconds 60

module Retry (Clock : CLOCK) : POSTMAN = struct
  type t = { tries : int; mutable journal : string list }

  let note policy line = policy.journal <- line :: policy.journal

  (** Tries until the letter is taken. *)
  let rec deliver policy letter =
    let rec go attempt =
      if attempt >= policy.tries then Refused "nobody took it"
      else
        match Letter.send letter with
        | Taken ->
          note policy (sprintf "taken at attempt %d" attempt);
          Taken
        | Refused reason ->
          note policy reason;
          Clock.wait (backoff attempt);
          go (attempt + 1)
    in
    go 0

  and shared () = { tries = most_tries; journal = [] }
end

class postman street = object (self)
  inherit carrier
  val mutable steps = 0
  method walk count = steps <- steps + count; self#rest
  method private rest = steps
end

external now : unit -> float = "post_now"

let () = print_endline (string_of_int (backoff 3))
