export const profileKeys = {
  addresses: (userId: string) => ['addresses', userId] as const,
  ftpAccount: ['ftp-account'] as const,
  signedIn: ['signed-in'] as const,
};
