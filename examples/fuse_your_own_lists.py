"""Stages without an index: your own ranked lists fused, then packed into a budget.

Any retriever gives a list: a grep, a vector database, what was edited last. `fuse` mixes them by rank, so their scores
need not be comparable, and keeps who found what; `pack` makes exact, budgeted pieces of the result.
"""

from cw_chunking import RepoPath, SourceFile, SyntaxChunker
from cw_core import Budget, Chunk, ChunkSettings, Query, Recall, Scored, SearchSettings
from cw_core.text import tokens
from cw_search.fuse import fuse
from cw_search.pack import pack

CART = b'''\
class Cart:
    """What a customer is about to buy."""

    def add(self, item, count=1):
        self.items[item] = self.items.get(item, 0) + count

    def total(self):
        """The price of everything, discounts taken off."""
        return sum(item.price * count for item, count in self.items.items()) - self.discount


def discount_for(customer):
    """A tenth for those who have bought before."""
    return 0.1 if customer.orders else 0.0
'''


def by_words(question: str, chunks: list[Chunk]) -> tuple[Scored, ...]:
    asked = set(tokens(question))
    scored = [Scored(chunk.id, len(asked & set(tokens(chunk.text)))) for chunk in chunks]
    return tuple(sorted((hit for hit in scored if hit.score), key=lambda hit: -hit.score))


def newest_first(chunks: list[Chunk]) -> tuple[Scored, ...]:
    return tuple(Scored(chunk.id, float(place)) for place, chunk in reversed(list(enumerate(chunks))))


def main() -> None:
    chunker = SyntaxChunker(ChunkSettings(max_tokens=60, min_tokens=10))
    chunks = list(chunker.chunk(SourceFile(RepoPath("shop/cart.py"), CART)).chunks)
    question = Query("how is the discount decided?", budget=Budget(tokens=200))

    lists = {"lexical": by_words(question.text, chunks), "recent": newest_first(chunks)}
    fused = fuse(Recall(lists, {chunk.id: chunk for chunk in chunks}), weights={"lexical": 1.0, "recent": 0.2})
    for hit in fused.hits:
        places = ", ".join(f"{entry.source} {entry.rank}" for entry in hit.evidence)
        print(f"{hit.score:.4f}  {' > '.join(hit.chunk.breadcrumb)}  ({places})")

    packed = pack(fused, question, SearchSettings())
    for segment in packed.segments:
        print(f"\n{segment.path}:{segment.lines[0]}-{segment.lines[1]}\n{segment.text}")
    for notice in packed.notices:
        print(f"\nnote: {notice.message} [{notice.code}]")


if __name__ == "__main__":
    main()
