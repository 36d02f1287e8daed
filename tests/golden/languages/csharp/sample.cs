using System;
using System.Collections.Generic;
global using static Post.Tools.Clock;
using Paper = Post.Things.Paper;
using Letters = System.Collections.Generic.List<Post.Letter>;

[assembly: Marked("post")]

namespace Post.Sending
{
    /// <summary>What may become of a letter.</summary>
    public enum Outcome : byte
    {
        Taken,
        Refused = 4,
    }

    // One letter on its way.
    public record Letter(string Street, int Number) : Paper(Street);

    public delegate void Watcher(Letter letter, int attempt);

    public interface ISender<in T> where T : Paper
    {
        int Deliver(T letter);
        bool Patient { get; }
    }

    /// <summary>Sends again until it works.</summary>
    [Serializable]
    public sealed partial class RetryPolicy<T> : Policy<T>, ISender<Letter>, IDisposable
        where T : class, new()
    {
        public const int MostTries = 5;
        private readonly Dictionary<string, int> tries = new(), refused = new();

        private static readonly string[] Streets = new[]
        {
            "Mill Lane",
            "Long Road",
        };

        public event Watcher Watched;

        static RetryPolicy() { }

        public RetryPolicy(int most) : base(most)
        {
            Most = most;
        }

        ~RetryPolicy() => Dispose();

        public int Most { get; init; } = MostTries;

        // True while there is a try left.
        [Obsolete("ask Most")]
        public bool Patient => Most > MostTries;

        public int this[string street]
        {
            get { return tries[street]; }
        }

        public static RetryPolicy<T> operator +(RetryPolicy<T> left, int more) => new(left.Most + more);

        public static implicit operator int(RetryPolicy<T> policy) => policy.Most;

        // Tries until the letter is taken.
        [Traced]
        public async Task<Outcome> SendAsync<U>(Func<U, Outcome> deliver, CancellationToken stop = default)
            where U : Paper
        {
            TimeSpan Wait(int attempt) => TimeSpan.FromSeconds(Math.Pow(2, attempt));

            for (var attempt = 0; attempt < Most; attempt++)
            {
                try
                {
                    var got = deliver.Invoke(new Letter("Long Road", 7) as U);
                    Watched?.Invoke(null, attempt);
                    return got is Outcome.Refused ? throw new RefusedException() : got;
                }
                catch (UnavailableException)
                {
                    await Task.Delay(Wait(attempt), stop).ConfigureAwait(false);
                }
            }
            return this.GiveUp<U>();
        }

        int ISender<Letter>.Deliver(Letter letter) => letter.Number;

        protected Letter Again() => new Post.Letter("Long Road", 7);

        private struct Entry
        {
            public int Attempt;
        }
    }

    file class Bag
    {
        object first = typeof(Bag) as Type;
    }

#if TRACE
    internal static class Tracing
    {
        public static string Describe(this Letter letter) => $"{letter.Street} {letter.Number}";
    }
#endif
}
