import { z } from 'zod';
import { id, pageQuery } from './envelope.ts';
import { FAQ_LIMITS } from './faq-limits.ts';
import { text } from './text.ts';

/** Place where the questions of a category are shown: `faq` on the public site, `help` in the app, `all` in both. */
export const categoryVisibility = z.enum(['faq', 'help', 'all']);
export type CategoryVisibility = z.infer<typeof categoryVisibility>;

export const category = z
  .object({
    _id: z.string(),
    catagoryName: z.string(),
    visibality: categoryVisibility,
    /** Its questions that people see. */
    visibleFaqs: z.number().int(),
    /** Counts its edits. */
    version: z.number().int(),
  })
  .meta({ id: 'FaqCatagory' });
export type Category = z.infer<typeof category>;

/** GET /catagories, in the order in which they are shown. */
export const categoryList = z.object({ catagories: z.array(category) });

/** Source of messages: specification 3 §5, FAQ category. */
export const categoryForm = z.object({
  catagoryName: text({
    min: FAQ_LIMITS.categoryNameMin,
    max: FAQ_LIMITS.categoryNameMax,
    required: 'Category name is required',
    short: 'Minimum 2 characters required',
    long: 'Should not exceed 30 characters!',
    letterMessage: 'Please enter valid Name',
  }),
  visibality: categoryVisibility.default('all'),
});
export const categoryBody = z.strictObject(categoryForm.shape);

/** Version that was read, for detecting a concurrent change. */
const version = z.number().int().min(1).max(2_000_000_000);
export const categoryEditBody = z.strictObject({ ...categoryForm.shape, version: version.optional() });

/** A question as people read it. The answer is HTML that the server has cleaned. */
export const userFaq = z
  .object({
    _id: z.string(),
    question: z.string(),
    answer: z.string(),
    isVisible: z.boolean(),
    /** Null for one of no category. */
    catagory: z.object({ _id: z.string(), catagoryName: z.string(), visibality: categoryVisibility }).nullable(),
  })
  .meta({ id: 'UserFaq' });
export type UserFaq = z.infer<typeof userFaq>;

/** The same for those who keep them. */
export const faq = userFaq.extend({ version: z.number().int(), updatedAt: z.string() }).meta({ id: 'Faq' });
export type Faq = z.infer<typeof faq>;

const question = text({
  max: FAQ_LIMITS.questionMax,
  required: 'Question should not be empty.',
  long: 'Should not exceed 120 characters!',
});
const answer = z
  .string({ error: 'Answer should not be empty.' })
  .min(1, 'Answer should not be empty.')
  .max(FAQ_LIMITS.answerMax, 'The answer is too long. Shorten it and try again.');

/** POST /faqs: behind the others of its category. */
export const faqBody = z.strictObject({ question, answer, isVisible: z.boolean().default(true), catagoryId: id.nullable().default(null) });

/** PUT /faqs/{id}: what is given changes. */
export const faqEditBody = z.strictObject({
  question: question.optional(),
  answer: answer.optional(),
  isVisible: z.boolean().optional(),
  catagoryId: id.nullable().optional(),
  /** Id of the question before which it is placed; null for the end of the category. */
  beforeId: id.nullable().optional(),
  version: version.optional(),
});

const searched = z.string().max(200).default('');

/** GET /faqs/admin/search, in the order in which they are shown. */
export const adminFaqQuery = pageQuery.extend({
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(FAQ_LIMITS.perPage),
  string: searched,
  catagoryId: id.optional(),
});

/** GET /faqs/users: those of one place, of all without. */
export const userFaqQuery = z.object({ visibality: categoryVisibility.exclude(['all']).optional() });
/** GET /faqs/users/search. */
export const userFaqSearchQuery = adminFaqQuery.extend(userFaqQuery.shape);
