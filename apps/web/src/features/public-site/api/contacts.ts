import { queryOptions } from '@tanstack/react-query';
import type { captcha, contactForm } from '@vitrine/contract/contacts';
import type { z } from 'zod';
import { api } from '../../../lib/api-client.ts';

/** Good for ten minutes and one try, so it is never taken from the cache when the form is opened again. */
export const captchaOptions = () =>
  queryOptions({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => api.get<z.infer<typeof captcha>>('/contacts/captcha', { signal }),
    staleTime: 9 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const sendMessage = (form: z.infer<typeof contactForm> & { captchaId: string }) => api.post<undefined>('/contacts', form);
