/** Preloaded into the server (`node --import`) when journeys run at a fixed hour. */
import { shiftClock } from './clock.ts';

shiftClock(Number(process.env.JOURNEY_CLOCK_OFFSET));
