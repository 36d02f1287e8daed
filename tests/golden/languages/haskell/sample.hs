{-# LANGUAGE GADTs #-}
{-# LANGUAGE ScopedTypeVariables #-}

-- | Retries what may fail.
module Shop.Retry
  ( Policy (..)
  , Retry (..)
  , run
  ) where

import Control.Exception (SomeException, try)
import qualified Data.Map.Strict as Map
import Shop.Clock

-- | How long to wait, and how often.
data Policy a
  = Never
  | Doubling
      { first :: !Int
      , limit :: Int
      }
  deriving (Eq, Show)

newtype Attempt = Attempt {unAttempt :: Int}
  deriving newtype (Ord)

type Policies = Map.Map String (Policy ())

-- | What came of it, by type.
data Outcome r where
  Done :: a -> Outcome a
  Late :: Outcome ()

type family Result action

-- | Things that may be tried more than once.
class Show action => Retry action where
  type Unit action

  -- | Milliseconds before this attempt.
  wait :: Policy action -> Attempt -> Maybe Int
  wait _ _ = Nothing

  perform :: action -> IO (Result action)

instance Retry Order where
  wait Never _ = Nothing
  wait (Doubling f l) (Attempt n)
    | n < l = Just (min 60000 (f * 2 ^ n))
    | otherwise = Nothing

  -- Orders are sent as they are.
  perform = send . orderId

instance Show a => Retry (Maybe a) where
  perform (Just a) = print a >> pure undefined
  perform Nothing = fail "nothing to do"

infixr 5 <~>

-- | The first that works.
(<~>) :: Maybe a -> Maybe a -> Maybe a
Nothing <~> right = right
left <~> _ = left

-- | Runs the action until it works or the attempts are used up.
run
  :: forall action. Retry action
  => Policy action
  -> action
  -> IO (Either String (Result action))
run Never _ = pure (Left "never")
run policy action = go (Attempt 0)
  where
    go :: Attempt -> IO (Either String (Result action))
    go attempt = do
      outcome <- try (perform action)
      case outcome of
        Right value -> pure (Right value)
        Left (problem :: SomeException) ->
          case wait policy attempt of
            Just pause -> Clock.sleep pause >> go (next attempt)
            Nothing -> pure . Left $ describe problem
    next (Attempt n) = Attempt (n + 1)
{-# INLINE run #-}

describe :: Show problem => problem -> String
describe = show

known :: Policies
known = Map.fromList [("never", Never)]

pattern Once :: Policy a
pattern Once <- Doubling _ 1
