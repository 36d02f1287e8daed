# frozen_string_literal: true

require "set"
require_relative "post/letter"
autoload :Stamps, "post/stamps"
load "post/settings.rb"
require File.expand_path("../post/routes", __FILE__)

# Everything that carries letters.
module Post
  MOST_TRIES = 5
  STREETS = {
    mill: "Mill Lane",
    long: "Long Road"
  }.freeze

  Stamp = Struct.new(:price, :country) do
    def domestic?
      country == :here
    end
  end

  class Refused < StandardError; end
  Lost = Class.new(Refused)

  # Sends again until it works.
  class RetryPolicy < Policies::Base
    # How many there are.
    include Comparable
    extend Forwardable

    attr_reader :most, :clock
    private attr_accessor :journal
    define_method(:tireless?) { most.infinite? }

    # Starts with a full set of tries.
    def initialize(most = MOST_TRIES, clock: Clock.new)
      @most = most
      @clock = clock
    end

    # The one that all share.
    def self.shared
      @shared ||= new(3)
    end

    class << self
      # Makes one that never gives up.
      def patient(**options)
        new(Float::INFINITY, **options)
      end
    end

    # Waits double, up to a minute.
    def backoff(attempt)
      [60.0, 2**attempt].min
    end

    # Runs the block until it works
    # or the tries are used up.
    def call(letter, &block)
      attempt = 0
      begin
        attempt += 1
        block.call(letter, attempt)
      rescue Refused, Tools::Broken => error
        log.warn("refused: #{error.message}")
        raise
      rescue Unavailable
        raise GaveUp.new(attempt) if attempt >= most
        wait = backoff(attempt)
        @clock.sleep(wait)
        letter&.returned!(wait)
        retry
      ensure
        log.info("tried", attempt: attempt)
      end
    end

    def <=>(other) = most <=> other.most

    def most=(value)
      @most = Integer(value)
    end

    alias tries most
    alias_method :attempts, :most

    protected
    def older?(other) = other.is_a?(Clock)

    private
    attr_writer :first
    def self.again(*) = new(*)

    def forget
      case @first
      when Tools::Letter then @first = nil
      end
    end

    class << self
      def longest = 60
    end

    public

    # Nobody else may ask.
    private def log
      Logging.for(self)
    end
  end

  class Tools::Clock
    def sleep(seconds) = Kernel.sleep(seconds)
  end
end

def deliver(letter)
  Post::RetryPolicy.shared.call(letter) { |one, _| one.send_off }
end

describe Post::RetryPolicy do
  it "waits double" do
    expect(described_class.new.backoff(3)).to eq 8
  end
end

task deliver: :environment do
  deliver(Post::Letter.next)
end
