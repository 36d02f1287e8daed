#!/usr/bin/env node
'use strict';

const path = require('node:path');
const { readFile } = require('node:fs/promises');
import defaults, { merge as join } from './defaults.js';

const LIMIT = 30;
let running = 0, waiting = [];

// Orders that may be placed.
// A table, one row for a kind.
export const KINDS = {
  book: { weight: 2, label: 'A book' },
  /** Priced by the seat. */
  ticket: { weight: 0, price: (seat) => seat.row * 3 },
  parcel(size) {
    return { weight: size * 4 };
  },
};

/** Keeps what was ordered. */
export class Basket extends lists.Ordered {
  static #count = 0;
  currency = 'EUR';

  /** Bound, so that it can be handed on. */
  add = async (item) => {
    this.items.push(await this.#check(item));
  };

  constructor(owner) {
    super(owner);
    Basket.#count += 1;
  }

  // The sum of all items, taxes included.
  get total() {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }

  async #check(item) {
    if (this.items.length >= LIMIT) throw new shop.Full(this);
    return join(defaults, item);
  }

  *[Symbol.iterator]() {
    yield* this.items;
  }
}

/**
 * Sends a basket off.
 */
export const send = async (basket, options) => {
  const label = (text) => text.trim();
  const { Courier } = await import('./courier.js');
  return new Courier(label(options.name)).take(basket);
};

function legacy(basket) {
  this.basket = basket;
  this.undo = function () {
    return this.basket.pop();
  };
}

// Old style, still in use.
legacy.prototype.print = function print() {
  return String(this.basket);
};

exports.parse = exports.read = function (text) {
  return JSON.parse(text);
};

module.exports = { legacy, limit: LIMIT, reset() { running = 0; } };

export default class extends Basket {
  clear() {
    waiting.length = 0;
  }
}

describe('Basket', () => {
  const make = () => new Basket('me');

  beforeEach(() => { running = 0; });

  // The limit is told by an error, and by that alone.
  it('refuses one item too many', async () => {
    const basket = make();
    for (let at = 0; at <= LIMIT; at += 1) await basket.add({ price: at });
    expect(basket.total).toBe(435);
  });

  it.each([1, 2])('holds %d items', (count) => {
    expect(<Shelf count={count} />).toMatch(/shelf/);
  });
});
