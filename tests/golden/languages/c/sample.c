/* Sends a letter again until it is taken. */

#include <stdio.h>
#include "post/letter.h"

#define MOST_TRIES 5
#define WAIT_MS(attempt) \
  ((attempt) < 6 ? (1 << (attempt)) * 1000 : 60000)

/* What may become of a letter. */
enum outcome { TAKEN, REFUSED = 4 };

typedef struct {
  const char *street;
  int number, floor;
} address_t;

/* One letter on its way. */
typedef struct letter {
  struct letter *next;
  address_t to;
  enum outcome (*deliver)(struct letter *, int attempt);
  char stamp[8];
} letter_t, *letter_ptr;

typedef int (*sorter_fn)(const letter_t *, const letter_t *);
typedef unsigned long weight_t;

union small { int number; float weight; };

static letter_t *first_letter(void);
extern const char *postman_name(int number);

static int letters_sent = 0;
const char *post_office = "Mill Lane";
static const char *const streets[] = {
  "Mill Lane",
  "Long Road",
};

/* The head of the queue; it stays ours. */
static letter_t *first_letter(void)
{
  static letter_t head;
  return &head;
}

#ifdef WITH_TRACE
/* Only seen while we look for faults. */
static void trace(const letter_t *letter)
{
  fprintf(stderr, "%s %d\n", letter->to.street, letter->to.number);
}
#else
#define trace(letter)
#endif

/* Sorts by nothing yet. */
int (*pick_sorter(int kind))(const letter_t *, const letter_t *)
{
  (void)kind;
  return NULL;
}

/* Tries until the letter is taken, refused, or too old.
 * Returns how often it was tried. */
int send_letter(struct letter *letter, weight_t weight)
{
  int attempt;
  for (attempt = 0; attempt < MOST_TRIES; attempt++) {
    enum outcome got = letter->deliver(letter, attempt);
    trace(letter);
    if (got == TAKEN) {
      letters_sent += 1;
      return attempt + 1;
    }
    if (got == REFUSED)
      break;
    sleep_ms(WAIT_MS(attempt) + (int)(weight / sizeof(address_t)));
  }
  if (letter->next && letter->next->to.number == letter->to.number) {
    return attempt + send_letter(letter->next, weight);
  }
  return attempt;
}

TEST_CASE(empty_queue) {
  check(first_letter()->next == NULL);
}

int main(void) { return send_letter(first_letter(), 20ul) > 0 ? 0 : 1; }
