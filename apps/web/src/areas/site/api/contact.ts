import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/contacts.endpoints';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import { call, getEndpointUrl, send } from '../../../lib/api-client.ts';

/** Good for ten minutes and one try, so it is never taken from the cache when the form is opened again. */
export const captchaOptions = () =>
  queryOptions({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => call(endpoints.drawCaptcha, { signal }),
    staleTime: 9 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const getCaptchaSoundUrl = (captchaId: string) => getEndpointUrl(endpoints.readCaptchaSound, { query: { captchaId } });

export const sendMessage = (form: EndpointInput<typeof endpoints.sendContactMessage>['body']) =>
  send(endpoints.sendContactMessage, { body: form });
