export const emailLinkKeys = {
  verification: (key: string) => ['verification', key] as const,
  reset: (key: string) => ['reset-link', key] as const,
};
