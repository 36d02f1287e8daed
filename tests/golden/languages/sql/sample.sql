-- The shop keeps its orders here.
CREATE SCHEMA shop;

-- One of our buyers.
CREATE TABLE IF NOT EXISTS shop.customers (
    id bigint PRIMARY KEY,
    email text NOT NULL UNIQUE,
    created timestamp DEFAULT now()
);

/* What a buyer wants.
   Totals are in cents. */
CREATE TABLE shop.orders (
    id bigint PRIMARY KEY,
    customer bigint NOT NULL REFERENCES shop.customers (id),
    total numeric(10, 2) NOT NULL,
    state text NOT NULL DEFAULT 'new',
    placed timestamp NOT NULL,
    CONSTRAINT positive CHECK (total > 0),
    CONSTRAINT shipper_known FOREIGN KEY (state) REFERENCES shop.states (name)
);

CREATE INDEX orders_by_customer ON shop.orders (customer);

CREATE TYPE mood AS ENUM ('glad', 'cross');

CREATE SEQUENCE shop.receipts;

-- What each buyer spent so far.
CREATE OR REPLACE VIEW shop.spending AS
SELECT c.email, sum(o.total) AS spent
FROM shop.orders o
JOIN shop.customers c ON c.id = o.customer
GROUP BY c.email;

CREATE MATERIALIZED VIEW best_buyers AS
SELECT email FROM shop.spending WHERE spent > 1000;

-- Adds the tax of a country.
CREATE FUNCTION with_tax(amount numeric, country text) RETURNS numeric AS $$
BEGIN
    RETURN amount * (1 + tax_rate(country));
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER check_order
BEFORE INSERT ON shop.orders
FOR EACH ROW EXECUTE FUNCTION shop.refuse_empty();

ALTER TABLE shop.orders ADD COLUMN note text;

INSERT INTO shop.customers (id, email) VALUES (1, 'ann@example.org');

WITH recent AS (
    SELECT id FROM shop.orders WHERE placed > now() - interval '1 day'
)
SELECT count(*) FROM recent;
