# Letters that find their way, however often it takes.
module PostRetry

using Dates
using ..Letters: Letter, address
import Base: show, length
include("clock.jl")

export RetryPolicy, deliver

const MOST_TRIES = 5

"""Whoever carries letters."""
abstract type Postman end

"""
    RetryPolicy(tries)

How long to wait, and how often.
"""
struct RetryPolicy{T<:Integer} <: Postman
    tries::T
    journal::Vector{String}
end

mutable struct Counter
    sent::Int
end

RetryPolicy(tries) = RetryPolicy(tries, String[])

# Waits double, up to a minute.
backoff(policy::RetryPolicy, attempt::Int) = min(2^attempt, 60)

"""
Tries until the letter is taken.
"""
function deliver(policy::RetryPolicy, letter::Letter; loud=false)
    for attempt in 1:policy.tries
        outcome = send(letter, backoff(policy, attempt))
        if outcome == :taken
            loud && println("taken at attempt $attempt")
            return outcome
        end
        push!(policy.journal, "attempt $attempt failed")
        Base.sleep(backoff(policy, attempt))
    end
    return :refused
end

function Base.length(policy::RetryPolicy)
    return policy.tries
end

macro patiently(expression)
    quote
        deliver(RetryPolicy(MOST_TRIES), $(esc(expression)))
    end
end

@enum Outcome taken refused

end # module
