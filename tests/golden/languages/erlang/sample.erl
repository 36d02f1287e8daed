%% Letters that find their way, however often it takes.
-module(post_retry).
-behaviour(gen_server).

-export([new/1, backoff/1, deliver/2]).
-import(lists, [reverse/1]).
-include("letter.hrl").
-include_lib("kernel/include/logger.hrl").

-define(MOST_TRIES, 5).
-define(SAY(Text), io:format("~s~n", [Text])).

-record(policy, {tries = ?MOST_TRIES :: integer(), journal = []}).

-type outcome() :: taken | refused.
-opaque letter() :: binary().

%% @doc How a policy is made.
-spec new(integer()) -> #policy{}.
new(Tries) ->
    #policy{tries = Tries}.

%% Waits double, up to a minute.
backoff(Attempt) when Attempt > 6 ->
    60;
backoff(Attempt) ->
    min(1 bsl Attempt, 60).

deliver(Policy, Letter) ->
    deliver(Policy, Letter, 0).

deliver(#policy{tries = Tries}, _Letter, Attempt) when Attempt >= Tries ->
    refused;
deliver(Policy = #policy{journal = Journal}, Letter, Attempt) ->
    case letter:send(Letter) of
        taken ->
            ?SAY("taken"),
            taken;
        refused ->
            timer:sleep(backoff(Attempt) * 1000),
            Noted = [Attempt | Journal],
            deliver(Policy#policy{journal = Noted}, Letter, Attempt + 1)
    end.

-callback carry(letter()) -> outcome().

init(State) ->
    {ok, reverse(State)}.
