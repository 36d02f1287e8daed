package org.example.garden;

import java.util.List;
import static java.util.Objects.requireNonNull;
import org.example.soil.*;

/**
 * A bed that is watered.
 */
@Tended(by = "gardener")
public abstract class Bed<P extends Plant & Comparable<P>> extends Plot<P> implements Watered, soil.Measured<P> {

    /** Litres a day. */
    public static final int LITRES = 12;

    // What grows here.
    @Inject
    protected final List<P> plants = new ArrayList<>();
    private int rows, columns = 4;

    /** Called for every drop. */
    private final Listener listener = new Listener() {
        @Override
        public void drop(Drop drop) {
            plants.forEach(Plant::drink);
        }
    };

    static {
        Registry.add(Bed.class);
    }

    protected Bed(int rows) {
        super(rows * LITRES);
        this.rows = rows;
    }

    /** Waters until the soil is wet, or the can is empty; whichever is first. */
    @Override
    public <C extends Can> Amount water(final C can, Weather... days) throws EmptyCan {
        int wanted = LITRES;
        for (Weather day : days) {
            if (day instanceof Rain rain) {
                wanted -= rain.litres();
            }
        }
        Runnable pour = () -> can.pour(listener);
        while (wanted > 0 && !can.isEmpty()) {
            pour.run();
            wanted--;
        }
        if (wanted > 0) {
            throw new EmptyCan("still dry", wanted);
        }
        return requireNonNull(Amount.of(LITRES - wanted));
    }

    abstract P tallest();

    /** From seed to fruit. */
    enum Stage implements Ordered {
        SEED,
        BLOOM(2) {
            @Override
            int weeks() { return 9; }
        };

        Stage() { this(1); }

        Stage(int weeks) { this.weeks = weeks; }
    }

    // One that nobody tends.
    static class Wild extends Bed<Weed> {
        Weed tallest() { return new Weed(); }
    }
}

/** Tells who looks after it. */
@interface Tended {
    String by() default "nobody";
}

sealed interface Watered extends Thing, Measured<Amount> permits Bed {
    int DAYS = 7;

    default void rest() {}
}

record Amount(double litres, @Nullable String unit) implements Measured<Amount> {
    Amount {
        requireNonNull(unit);
    }

    static Amount of(double litres) {
        return new Amount(litres, "l");
    }
}
