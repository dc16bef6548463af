import { createBodies } from '../../src/cache/records.ts';
import { createTouched } from '../../src/data/changes/touched.ts';
import type { Store } from '../../src/data/port.ts';
import { createRepository, type Repository } from '../../src/kinds/shared/repository.ts';
import { VENUE_SHAPE, type VenueRecord } from '../../src/kinds/venue/record.ts';

/** The venues as one process reads and writes them. The log of changes is told nothing. */
export const venuesOf = (store: Store, bytes = 1_000_000): Repository<VenueRecord> =>
  createRepository(store, 'venues', {
    shape: VENUE_SHAPE,
    ids: 'posts',
    damaged: () => undefined,
    logChange: () => undefined,
    bodies: createBodies(bytes, createTouched()),
    kind: 'venue',
  });
