import type { AccessCases, ConsoleCallContext } from '../access/index.ts';

const faq = { question: 'Which files?', answer: '<p>Many.</p>' };
const catagory = { catagoryName: 'Files', visibality: 'all' };

const aFaq = async ({ call }: ConsoleCallContext) => (await call<{ _id: string }>('POST', '/faqs', faq))._id;
const aCatagory = async ({ call }: ConsoleCallContext, catagoryName: string) =>
  (await call<{ _id: string }>('POST', '/catagories', { ...catagory, catagoryName }))._id;

export const cases: AccessCases = {
  'GET /api/faqs/users': { kind: 'public', url: '/faqs/users' },
  'GET /api/faqs/users/search': { kind: 'public', url: '/faqs/users/search?string=x' },
  // No picture exists at this address. Existing ones are public, which the module's own test checks.
  'GET /api/faqs/pictures/:id': { kind: 'public', url: '/faqs/pictures/{nothing}', isAbsent: true },
  'GET /api/faqs/admin/search': { kind: 'console', url: '/faqs/admin/search?string=x' },
  'POST /api/faqs': {
    kind: 'console',
    url: '/faqs',
    body: { ...faq, catagoryId: '{nothing}' },
    isAbsent: true,
    change: async () => ({ url: '/faqs', body: faq }),
  },
  'PUT /api/faqs/:id': {
    kind: 'console',
    url: '/faqs/{nothing}',
    body: faq,
    isAbsent: true,
    change: async (trial) => ({ url: `/faqs/${await aFaq(trial)}`, body: { isVisible: false } }),
  },
  'DELETE /api/faqs/:id': {
    kind: 'console',
    url: '/faqs/{nothing}',
    isAbsent: true,
    change: async (trial) => ({ url: `/faqs/${await aFaq(trial)}` }),
  },
  'GET /api/catagories': { kind: 'public', url: '/catagories' },
  'POST /api/catagories': {
    kind: 'console',
    url: '/catagories',
    body: { ...catagory, catagoryName: 'Screens' },
    change: async () => ({ url: '/catagories', body: { ...catagory, catagoryName: 'Making' } }),
  },
  'PUT /api/catagories/:id': {
    kind: 'console',
    url: '/catagories/{nothing}',
    body: catagory,
    isAbsent: true,
    change: async (trial) => ({
      url: `/catagories/${await aCatagory(trial, 'Naming')}`,
      body: { ...catagory, catagoryName: 'Renaming' },
    }),
  },
  'DELETE /api/catagories/:id': {
    kind: 'console',
    url: '/catagories/{nothing}',
    isAbsent: true,
    change: async (trial) => ({ url: `/catagories/${await aCatagory(trial, 'Removing')}` }),
  },
};
