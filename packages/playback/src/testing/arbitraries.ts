import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { Schedule } from '@vitrine/contract/schedule';
import fc from 'fast-check';
import type { PublishCandidate } from '../choose-publish.ts';
import { aPublish } from './vectors.ts';

/** Times of day on quarters of an hour. */
export const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`);

/** Days about the changes of the clocks, which is where evaluators differ. */
export const changeDay = fc.constantFrom(
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-06-15',
);

const weekdays = fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 });

export const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    startTime: quarter,
    endTime: quarter,
    repeat: fc.constantFrom('Daily' as const, 'Once' as const, 'Weekly' as const),
    date: changeDay,
    weekdays,
  })
  .filter(({ startTime, endTime }) => startTime !== endTime);

/** Periods with any of the limits, about the changes of the clocks. */
export const validity: fc.Arbitrary<MediaValidity> = fc
  .record({
    dates: fc.option(fc.tuple(changeDay, quarter, changeDay, quarter)),
    isOpen: fc.constantFrom('from', 'until', 'none', 'none'),
    weekdays: fc.option(weekdays),
    times: fc.option(fc.tuple(quarter, quarter).filter(([start, end]) => start !== end)),
  })
  .map(({ dates, isOpen, weekdays: days, times }): MediaValidity => {
    const [first, last] = dates ? [`${dates[0]}T${dates[1]}`, `${dates[2]}T${dates[3]}`].toSorted() : [];
    return {
      ...(first !== undefined && isOpen !== 'from' && { from: first }),
      ...(last !== undefined && isOpen !== 'until' && { until: last }),
      ...(days && { weekdays: days }),
      ...(times && { startTime: times[0], endTime: times[1] }),
    };
  })
  .filter((valid) => Object.keys(valid).length > 0 && (valid.from === undefined || valid.from !== valid.until));

const moment = fc.constantFrom('2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z', '2026-05-03T00:00:00.000Z');
const limitedItem = fc.oneof({ weight: 3, arbitrary: validity.map((valid) => ({ valid })) }, { weight: 1, arbitrary: fc.constant({}) });

/** Up to five publishes. A part of them has limited items only. */
export const publishes: fc.Arbitrary<PublishCandidate[]> = fc
  .array(
    fc.record({
      main: fc.boolean(),
      activatedAt: fc.option(moment),
      updatedAt: moment,
      schedule: fc.option(schedule),
      items: fc.oneof(fc.constantFrom(0, 1, 1), fc.array(limitedItem, { minLength: 1, maxLength: 3 })),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.map((publish, index) => aPublish({ ...publish, publishId: `p${index}` })));
