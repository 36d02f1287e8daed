// Sends letters again until they are taken.
#include <chrono>
#include "post/letter.hpp"

#ifdef POST_LIMITS
extern const int post_limit;
#endif

#define POST_API
#define POST_CHECK(what) \
  if (!(what)) throw std::logic_error(#what)

namespace post {
namespace detail {

using Seconds = std::chrono::duration<double>;
constexpr int kMostTries = 5;
int letters_sent = 0;

// Fails at the first try.
struct Sender : Postman, private tools::Clock<Seconds> {
  virtual ~Sender() = default;
  virtual bool deliver(const Letter& letter, int attempt) = 0;
  enum class State : int { kIdle, kBusy = 2 };
  State state{State::kIdle};
};

}  // namespace detail

/// How long to wait, and how often.
template <typename Clock, int Most = 3>
class RetryPolicy final : public detail::Sender {
 public:
  explicit RetryPolicy(int most) : most_(most) {}
  RetryPolicy(const RetryPolicy&) = delete;
  ~RetryPolicy() override;

  // Waits double, up to a minute.
  detail::Seconds backoff(int attempt) const {
    auto wait = std::min(60.0, std::pow(2.0, attempt));
    return detail::Seconds(wait);
  }

  template <typename Action>
  auto call(Action action) -> decltype(action()) {
    for (int attempt = 0; attempt < most_; ++attempt) {
      try {
        return action();
      } catch (const Refused& refused) {
        log_.write(refused.what());
        throw;
      } catch (const std::exception&) {
        clock_.template wait<Clock>(backoff(attempt));
      }
    }
    throw detail::GaveUp(most_);
  }

  bool operator==(const RetryPolicy& other) const { return most_ == other.most_; }
  operator bool() const { return most_ > 0; }
  static RetryPolicy& shared();
  bool deliver(const Letter& letter, int attempt) override;

  Postman* hire() { return new city::Postman(static_cast<int>(most_)); }

 protected:
  int hired_ = 0;

 private:
  struct Entry { int attempt; };
  Clock clock_;
  std::vector<Entry> entries_;
  int most_ = Most;
};

class POST_API Counter {
  int next() { return ++detail::letters_sent; }
};

template <typename Clock, int Most>
RetryPolicy<Clock, Most>::~RetryPolicy() { entries_.clear(); }

// The one that all share.
template <typename Clock, int Most>
RetryPolicy<Clock, Most>& RetryPolicy<Clock, Most>::shared() {
  static RetryPolicy one(kMostTries);
  return one;
}

Box::Box(int size) : size_(size) { std::lock_guard<std::mutex> lock(mutex_); }
bool Box::operator<(const Box& other) const { return size_ < other.size_; }
const std::string& Box::label() const noexcept { return label_; }
int Box::count = 0;

template <>
struct hash<Box> {
  size_t operator()(const Box& box) const { return box.size(); }
};

template <typename T>
concept Sized = requires(T thing) { thing.size(); };

extern "C" {
int post_open(const char* name);
}

namespace {
void hidden() { post_open("x"); }
}  // namespace

}  // namespace post

TEST(RetryPolicy, GivesUp) {
  EXPECT_EQ(1, post::RetryPolicy<Fake>(1).call(fails));
}
