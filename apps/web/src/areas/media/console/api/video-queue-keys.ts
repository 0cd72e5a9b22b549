export const videoQueueKeys = {
  all: ['video-queue'] as const,
  pending: ['video-queue', 'pending'] as const,
  stack: (status: string | undefined) => ['video-queue', 'stack', status] as const,
};
