import { DomainError } from '../../errors.ts';
import type { Incoming } from '../exchange.ts';

/** Refuses at once what comes while so many requests are being answered. @throws UNAVAILABLE */
export const inFlightStep =
  (most: number) =>
  ({ inFlight }: Incoming): object => {
    if (inFlight <= most) return {};
    throw new DomainError('UNAVAILABLE', 'Too many requests are being answered at this moment. Please try again soon.');
  };
