/** Where one goes after signing in. */
export const landing = () => ({ to: '/main', search: { open: false } }) as const;
