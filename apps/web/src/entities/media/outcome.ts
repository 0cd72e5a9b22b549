import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';

/** What became of a media that is being processed, so far. */
export type Outcome = Pick<Media, 'status' | 'failureReason'>;

/** As the live link tells it: its message is the reason where there is one to give. */
export const outcomeOf = (status: number, message: string): Outcome => ({
  status,
  failureReason: status === MEDIA_STATUS.failed ? message : null,
});
