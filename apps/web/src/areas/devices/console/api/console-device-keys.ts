/** Not among one's own devices, which live events ask for again: these are everybody's. */
export const consoleDeviceKeys = {
  lists: ['console-devices', 'list'] as const,
  list: (query: Record<string, string | number | undefined>) => ['console-devices', 'list', query] as const,
  one: (deviceId: string) => ['console-devices', 'one', deviceId] as const,
  registers: ['console-register'] as const,
  register: (query: Record<string, string | number | undefined>) => ['console-register', query] as const,
};
