import {
  companyAnswerBody,
  companyIdentity,
  companyProofBody,
  companySignIn,
  companySignInStart,
  companySignInStep,
} from './company-sign-in.ts';
import { endpoint } from './endpoint.ts';

export const readCompanySignIn = endpoint({
  method: 'GET',
  path: '/users/login/company',
  summary: "Returns the name of the company's OpenID Connect provider, if people can sign in with one.",
  errors: [],
  access: 'public',
  tag: 'accounts',
  result: companySignIn,
});

export const startCompanySignIn = endpoint({
  method: 'POST',
  path: '/users/login/company/start',
  summary: "Starts a sign-in with the company's provider and returns the address of its page.",
  description: 'Sets a cookie that binds the sign-in to this browser for 10 minutes.',
  errors: ['COMPANY_SIGN_IN_OFF', 'COMPANY_UNREACHABLE'],
  access: 'public',
  tag: 'accounts',
  result: companySignInStart,
});

export const answerCompanySignIn = endpoint({
  method: 'POST',
  path: '/users/login/company/answer',
  summary: "Verifies the provider's answer and signs in, or states what is still needed.",
  description: 'When the step is `signedIn`, the session token is in the envelope, beside `result`.',
  errors: [
    'COMPANY_SIGN_IN_OFF',
    'COMPANY_UNREACHABLE',
    'COMPANY_SIGN_IN_EXPIRED',
    'COMPANY_SIGN_IN_DENIED',
    'COMPANY_SIGN_IN_INVALID',
    'COMPANY_EMAIL_UNVERIFIED',
    'USER_DISABLED',
    'ACCOUNT_NOT_VERIFY',
  ],
  access: 'public',
  tag: 'accounts',
  body: companyAnswerBody,
  result: companySignInStep,
});

export const proveCompanySignIn = endpoint({
  method: 'POST',
  path: '/users/login/company/proof',
  summary: "Continues a sign-in with the company's provider by the account's password or a code of its second factor.",
  description: 'An account that is not linked yet needs its password, and its code if it has a second factor. Send both in one call.',
  errors: [
    'COMPANY_SIGN_IN_OFF',
    'COMPANY_SIGN_IN_EXPIRED',
    'COMPANY_EMAIL_UNVERIFIED',
    'INCORRECT_PASSWORD',
    'SEAL_EXPIRED',
    'SECOND_FACTOR_INVALID',
    'NO_USER_EXISTS',
    'USER_DISABLED',
    'ACCOUNT_NOT_VERIFY',
  ],
  access: 'public',
  tag: 'accounts',
  body: companyProofBody,
  result: companySignInStep,
});

export const readCompanyIdentity = endpoint({
  method: 'GET',
  path: '/users/company-identity',
  summary: "Returns the company account that is linked to the caller's account.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: companyIdentity,
});

export const unlinkCompanyIdentity = endpoint({
  method: 'DELETE',
  path: '/users/company-identity',
  summary: "Unlinks the company account from the caller's account.",
  errors: ['NOT_FOUND', 'PASSWORD_MISSING'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
});
