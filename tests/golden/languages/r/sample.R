# Letters that find their way, however often it takes.
library(stats)
require("utils")
source("clock.R")

MOST_TRIES <- 5

#' Waits double, up to a minute.
#' @param attempt Which one it is.
backoff <- function(attempt) {
  min(2^attempt, 60)
}

# Tries until the letter is taken.
deliver <- function(letter, tries = MOST_TRIES) {
  for (attempt in seq_len(tries)) {
    outcome <- send_letter(letter, wait = backoff(attempt))
    if (outcome == "taken") {
      message("taken at attempt ", attempt)
      return(outcome)
    }
    Sys.sleep(backoff(attempt))
    note(letter$journal, paste("attempt", attempt, "failed"))
  }
  "refused"
}

send_letter = function(letter, wait) stats::runif(1) > 0.5

setClass("RetryPolicy", representation(tries = "numeric"))

setGeneric("tries", function(policy) standardGeneric("tries"))

setMethod("tries", "RetryPolicy", function(policy) {
  policy@tries
})

Postman <- R6::R6Class("Postman",
  inherit = Carrier,
  public = list(
    street = NULL,
    walk = function(steps) {
      self$street <- steps
      invisible(self)
    }
  )
)

print.letter <- function(x, ...) {
  helper <- function(text) toupper(text)
  cat(helper(x$text))
}
