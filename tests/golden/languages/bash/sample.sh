#!/usr/bin/env bash
# Retries what may fail.
set -euo pipefail

. "$(dirname "$0")/clock.sh"
source ./journal.sh
[ -f "$HOME/retry.env" ] && \. "$HOME/retry.env" --quiet
load 'helpers/waits'

# How often, unless someone says otherwise.
readonly DEFAULT_ATTEMPTS=3
export RETRY_FIRST="${RETRY_FIRST:-1}"
declare -A outcomes=([worked]=0 [failed]=0)
declare -ri LONGEST=60
verbose=

# Seconds before this attempt: double, up to a minute.
wait_before() {
  local attempt="$1" seconds
  seconds=$((RETRY_FIRST << attempt))
  if ((seconds > 60)); then
    seconds=60
  fi
  echo "$seconds"
}

function note {
  [[ -n $verbose ]] && printf '%s\n' "$*" >&2
  journal_write "$1"
}

# Runs the command until it works or the attempts are used up.
# Usage: retry [-n attempts] command...
retry() {
  local attempts="$DEFAULT_ATTEMPTS" attempt=0 status

  while getopts "n:v" option; do
    case "$option" in
      n) attempts="$OPTARG" ;;
      v) verbose=1 ;;
      *) usage && return 2 ;;
    esac
  done
  shift $((OPTIND - 1))

  describe() {
    echo "attempt $1 of $attempts: status $2"
  }

  until "$@"; do
    status=$?
    note "$(describe "$attempt" "$status")"
    attempt=$((attempt + 1))
    if [ "$attempt" -ge "$attempts" ]; then
      outcomes[failed]=$((outcomes[failed] + 1))
      return "$status"
    fi
    sleep "$(wait_before "$attempt")"
  done
  outcomes[worked]=$((outcomes[worked] + 1))
}

usage() (
  cat <<TEXT
Usage: $0 [-n attempts] command...
TEXT
)

always() { while ! "$@"; do :; done; }

main() {
  trap 'note interrupted' INT
  retry "$@" | tee -a "$LOG"
}

main "$@"
