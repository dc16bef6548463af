import type { Language } from '../../domain/language.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import type { Random } from './random.ts';
import { wordList } from './texts/words.ts';

/** Whether an event takes place as planned, and how to attend online. */
export interface Plan {
  values: Pick<EventInput, 'eventStatus' | 'onlineUrl'>;
  say(language: Language): Pick<EventInput, 'statusReason'>;
}

/** The plan of an event, with or without a venue. */
export type Plans = (number: number, hasPlace: boolean) => Plan;

/** Reasons why events do not take place as planned. */
export const REASONS = {
  canceled: wordList(`
    One of the artists is ill. | 출연자의 건강 문제로 취소되었습니다. | Una de las artistas está enferma.
    Too few people signed up. | 신청자가 적어 열리지 않습니다. | No hubo inscripciones suficientes.
    The weather service warns of a storm. | 폭풍 예보가 있습니다. | Hay aviso de tormenta.`),
  postponed: wordList(`
    A new date will be announced soon. | 새 날짜는 곧 알려 드립니다. | Pronto se anunciará otra fecha.
    The venue is being repaired. | 행사장이 수리 중입니다. | El local está en obras.`),
} as const;

/** The online URL of an event, by its number. */
export const onlineUrl = (number: number): string => `https://example.com/online/${number + 1}`;

/** Few events are canceled or postponed. Those without a venue are mostly online, as are some with one. */
export const createPlans =
  (random: Random): Plans =>
  (number, hasPlace) => {
    const eventStatus = random.weighted([
      [undefined, 96],
      ['canceled', 2],
      ['postponed', 2],
    ] as const);
    const reason = eventStatus && random.pick(REASONS[eventStatus]);
    const isOnline = random.chance(hasPlace ? 0.05 : 0.7);
    return {
      values: {
        ...(eventStatus && { eventStatus }),
        ...(isOnline && { onlineUrl: onlineUrl(number) }),
      },
      say: (language) => (reason ? { statusReason: reason[language] } : {}),
    };
  };
