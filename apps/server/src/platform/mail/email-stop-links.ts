/** Returns the addresses that end emails of one kind to one account: of the page for people, and for email programs, which post to it without a page. */
export const getEmailStopLinks = (publicUrl: string, token: string) => ({
  page: `${publicUrl}/unsubscribe?token=${token}`,
  stopUrl: `${publicUrl}/api/emails/stop?token=${token}`,
});
