import { queryOptions } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import type { contactForm, ownContactForm } from '@vitrine/contract/support';
import * as endpoints from '@vitrine/contract/support.endpoints';
import { sendOwnContactMessage } from '@vitrine/contract/support.endpoints';
import type { z } from 'zod';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Valid for ten minutes and one attempt, so it is never reused when the form is opened again. */
export const captchaOptions = () =>
  queryOptions({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => call(endpoints.createCaptcha, { signal }),
    staleTime: 9 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const getCaptchaSoundUrl = (captchaId: string) => getEndpointUrl(endpoints.readCaptchaSound, { query: { captchaId } });

const sendMessage = (form: EndpointInput<typeof endpoints.sendContactMessage>['body']) =>
  send(endpoints.sendContactMessage, { body: form });

/** Returns the proof of work for a captcha. Started early, it is ready when the form is sent. Loaded on first use, because few visitors need it. */
export const proofOf = (captchaId: string) => import('../proof-of-work.ts').then((module) => module.proofOf(captchaId));

export const useSendMessage = (captchaId: string, after: MutationCallbacks<z.infer<typeof contactForm>, MessageResponse>) =>
  useApiMutation(
    { mutate: async (form) => sendMessage({ ...form, captchaId, proofOfWork: await proofOf(captchaId) }), invalidates: [] },
    after,
  );

export const useSendOwnMessage = (after: MutationCallbacks<z.infer<typeof ownContactForm>, MessageResponse>) =>
  useApiMutation(
    { mutate: ({ name, phoneNo, messageText }) => send(sendOwnContactMessage, { body: { name, phoneNo, messageText } }), invalidates: [] },
    after,
  );
