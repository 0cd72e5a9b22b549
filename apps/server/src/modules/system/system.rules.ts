import type { MailStatus } from '../../platform/mail/mail-status.ts';

const LOW_SHARE = 0.05;
const LOW_BYTES = 2e9;

/** Returns true when uploads will soon be refused: less than 5 % or 2 GB are free. Sizes are in bytes. */
export const isDiskLow = ({ total, free }: { total: number; free: number }): boolean => free < LOW_BYTES || free < total * LOW_SHARE;

/** Returns true when the last attempt to send an email failed. */
export const isMailFailing = ({ sent_at: sentAt, failed_at: failedAt }: MailStatus): boolean =>
  failedAt !== null && (sentAt === null || sentAt < failedAt);
