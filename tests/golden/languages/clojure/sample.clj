;; Letters that find their way, however often it takes.
(ns post.retry
  "Tries again, politely."
  (:require [clojure.string :as str]
            [post.clock :refer [wait]])
  (:import (java.time Duration)))

(def most-tries 5)

(def ^:private shared (atom nil))

;; What became of a letter.
(defrecord Outcome [taken attempt])

(defprotocol Postman
  "Whoever carries letters."
  (deliver [this letter])
  (street [this]))

(defn backoff
  "Waits double, up to a minute."
  [attempt]
  (min (bit-shift-left 1 attempt) 60))

(defn- note [policy line]
  (swap! (:journal policy) conj line))

(defrecord RetryPolicy [tries journal]
  Postman
  (deliver [this letter]
    (loop [attempt 0]
      (if (>= attempt tries)
        (->Outcome false attempt)
        (let [outcome (.send letter)]
          (if (:taken outcome)
            (do
              (note this (str "taken at attempt " attempt))
              outcome)
            (do
              (wait (backoff attempt))
              (recur (inc attempt))))))))
  (street [_] "Mill Lane"))

(defmulti greet :kind)

(defmethod greet :friend [letter]
  (str/join " " ["Dear" (:name letter)]))

(defmacro patiently [& body]
  `(do (wait 1) ~@body))

(comment (deliver (->RetryPolicy 3 (atom [])) {}))
