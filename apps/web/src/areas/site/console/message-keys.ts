export const messageKeys = {
  all: ['contact messages'] as const,
  pages: (state: string) => ['contact messages', 'pages', state] as const,
};
