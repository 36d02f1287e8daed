#!/usr/bin/env lua
-- Sends letters again until they are taken.

local clock = require("post.clock")
local log = require "post.log"
local fast, clockwork = pcall(require, "post.fast")
dofile("settings.lua")

local MOST_TRIES = 5
local FACTOR, LIMIT = 2, 60
local last

--- Everything that sends.
local M = {}
M.VERSION = "2.1"

local RetryPolicy = setmetatable({}, { __index = M })
RetryPolicy.__index = RetryPolicy

-- What may become of a letter.
local outcomes = {
  taken = 1,
  refused = 2,
  describe = function(outcome)
    return outcome == 1 and "taken" or "refused"
  end,
}

--- Makes one with a full set of tries.
-- @param most how many
function RetryPolicy.new(most)
  local self = setmetatable({ most = most or MOST_TRIES }, RetryPolicy)
  return self
end

-- Waits double, up to a minute.
function RetryPolicy:backoff(attempt)
  return math.min(LIMIT, FACTOR ^ attempt)
end

--- Tries until the letter is taken
-- or the tries are used up.
function RetryPolicy:call(letter, deliver)
  local attempt = 0
  local function note(what)
    log.write(("%s: %s"):format(letter.street, what))
  end
  while attempt < self.most do
    attempt = attempt + 1
    local ok, got = pcall(deliver, letter, attempt)
    if ok and got == outcomes.taken then
      return got
    elseif ok and got == outcomes.refused then
      note("refused")
      error(outcomes.describe(got))
    end
    clock.sleep(self:backoff(attempt))
    letter.history[#letter.history + 1] = { attempt = attempt, error = got }
  end
  note("gave up")
  return nil, "gave up after " .. attempt
end

-- The one that all share.
local shared = function()
  M.one = M.one or RetryPolicy.new(3)
  return M.one
end

function M._reset()
  M.one, last = nil, M.one
end

local function hidden(...)
  return select("#", ...)
end

M["send"] = function(letter)
  return shared():call(letter, M.deliver)
end

function M.tools.clock.tick(seconds) hidden(seconds) end

describe("retry policy", function()
  it("waits double", function()
    assert.equals(8, RetryPolicy.new():backoff(3))
  end)
end)

return M
