defmodule Shop.Retry do
  @moduledoc """
  Retries what may fail.
  """

  use GenServer, restart: :transient
  @behaviour Shop.Policy

  import Bitwise, only: [bsl: 2]
  alias Shop.{Clock, Errors}
  alias Shop.Journal, as: J
  require Logger

  @limit 3
  @typedoc "How long to wait, and how often."
  @type t :: %__MODULE__{limit: pos_integer, first: Clock.t()}
  @type outcome(value) :: {:ok, value} | {:error, term}

  @callback wait(t, attempt :: integer) :: integer

  defstruct [:first, limit: @limit]

  defguard is_final(reason) when reason in [:refused, :gone]

  @doc "Milliseconds before this attempt."
  @spec wait(t, integer) :: integer
  @impl Shop.Policy
  def wait(%__MODULE__{first: first}, attempt) when attempt > 0 do
    first |> bsl(attempt) |> min(60_000)
  end

  def wait(_policy, 0), do: 0

  # Runs the action until it works or the attempts are used up.
  @spec run(t, (-> outcome(term))) :: outcome(term)
  def run(%__MODULE__{limit: limit} = policy, action, attempt \\ 0) do
    case action.() do
      {:ok, value} ->
        J.note(:worked, attempt)
        {:ok, value}

      {:error, reason} when is_final(reason) ->
        {:error, %Errors.Refused{reason: reason}}

      {:error, reason} ->
        if attempt < limit do
          Logger.debug("once more after #{inspect(reason)}")
          Process.sleep(wait(policy, attempt))
          run(policy, action, attempt + 1)
        else
          {:error, describe(reason)}
        end
    end
  end

  defp describe(reason) when is_binary(reason), do: reason
  defp describe(reason), do: inspect(reason)

  defmacro retrying(do: block) do
    quote do
      unquote(__MODULE__).run(%unquote(__MODULE__){}, fn -> unquote(block) end)
    end
  end

  defdelegate now, to: Clock

  def left <~> right, do: Enum.map([left, right], &describe/1)

  defmodule GaveUp do
    defexception [:message]

    @impl true
    def message(error), do: "gave up: " <> error.message
  end
end

defprotocol Shop.Repeatable do
  @doc "Whether it may be tried twice."
  def repeatable?(action)
end

defimpl Shop.Repeatable, for: Shop.Order do
  def repeatable?(order), do: order.state == :open
end

defmodule Shop.RetryTest do
  use ExUnit.Case, async: true

  describe "run/2" do
    setup [:policy]

    test "stops at a final reason", %{policy: policy} do
      assert {:error, _} = Shop.Retry.run(policy, fn -> {:error, :gone} end)
    end
  end
end
