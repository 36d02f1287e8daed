(** Letters that find their way, however often it takes. *)
open Post.Letters

(** What became of a letter. *)
type outcome =
  | Taken
  | Refused of string

type letter = { text : string; sent : int }

exception No_sender of string

(** Waits double, up to a minute. *)
val backoff : int -> int

val deliver : tries:int -> letter -> (outcome, string) result

external now : unit -> float = "post_now"

module type POSTMAN = sig
  type t
  include CARRIER
  val deliver : t -> letter -> outcome
end

module Retry : POSTMAN
