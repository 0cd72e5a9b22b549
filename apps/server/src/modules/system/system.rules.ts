import type { MailStatus } from '../../platform/mail/mail-status.ts';

const LOW_SHARE = 0.05;
const LOW_BYTES = 2e9;

/** Whether uploads will soon be refused: a twentieth of the disk is left, or less than a film. Sizes in bytes. */
export const isDiskLow = ({ total, free }: { total: number; free: number }): boolean => free < LOW_BYTES || free < total * LOW_SHARE;

/** Whether the last mail that was tried could not be sent. */
export const isMailFailing = ({ sent_at: sentAt, failed_at: failedAt }: MailStatus): boolean =>
  failedAt !== null && (sentAt === null || sentAt < failedAt);
