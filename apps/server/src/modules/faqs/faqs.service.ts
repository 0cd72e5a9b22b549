import {
  type adminFaqQuery,
  FAQ_LIMITS,
  type Faq,
  type faqBody,
  type faqEditBody,
  type UserFaq,
  type userFaqSearchQuery,
} from '@vitrine/contract';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { extractText, getReferenceKey, listPictureReferences, sanitizeAnswer } from './answer-html.rules.ts';
import type { AnswerPicturesService } from './answer-pictures.service.ts';
import { listCategories } from './categories.store.ts';
import { presentFaq, presentUserFaq } from './faqs.presenter.ts';
import { findFaq, listFaqs } from './faqs.read-model.ts';
import * as store from './faqs.store.ts';

type FaqEdit = z.output<typeof faqEditBody>;

interface SanitizedAnswer {
  answer: string;
  answer_text: string;
  pictureIds: string[];
}

export function createFaqsService({ db, pictures }: { db: Database; pictures: AnswerPicturesService }) {
  const audit = (tx: Tx, { userId }: Person, action: string, id: string) =>
    insertAuditEntry(tx, { actorId: userId, userId: null, action, objects: { table: 'faqs', ids: [id] } });

  const withLockedFaqs = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      await store.lockFaqs(tx);
      return work(tx);
    });

  /** Sanitizes an answer and copies its pictures. Runs before the lock is acquired, because copying is slow. */
  const sanitizeAndAdoptPictures = async ({ userId }: Person, faqId: string, html: string): Promise<SanitizedAnswer> => {
    const adopted = await pictures.attachToAnswer(userId, faqId, listPictureReferences(html));
    const answer = sanitizeAnswer(html, (ref) => adopted.get(getReferenceKey(ref)));
    const answer_text = extractText(answer);
    if (answer_text === '' && adopted.size === 0) throw new AppError('INVALID', 'Answer should not be empty.');
    if (answer.length > FAQ_LIMITS.answerMax) throw new AppError('INVALID', 'The answer is too long. Shorten it and try again.');
    return { answer, answer_text, pictureIds: [...adopted.values()].map(({ id }) => id) };
  };

  const assertCategory = async (tx: Tx, id: string | null | undefined): Promise<void> => {
    if (id && (await listCategories(tx, id)).length === 0) throw new AppError('NOT_FOUND');
  };

  const findOrThrow = async (tx: Tx, id: string): Promise<Faq> => {
    const row = await findFaq(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentFaq(row);
  };

  return {
    async listVisible(query: Partial<z.output<typeof userFaqSearchQuery>>): Promise<UserFaq[]> {
      const { page = 1, dataPerPage = FAQ_LIMITS.faqsMax, ...filter } = query;
      return (await listFaqs(db, { ...filter, isForPeople: true }, { page, dataPerPage })).map(presentUserFaq);
    },

    search: async ({ page, dataPerPage, ...filter }: z.output<typeof adminFaqQuery>): Promise<Faq[]> =>
      (await listFaqs(db, filter, { page, dataPerPage })).map(presentFaq),

    /** NOT_FOUND when there is no such category, FAQ_LIMIT, INVALID. */
    async create(actor: Person, body: z.output<typeof faqBody>): Promise<Faq> {
      const id = newId();
      const { pictureIds, ...answer } = await sanitizeAndAdoptPictures(actor, id, body.answer);
      return withLockedFaqs(async (tx) => {
        await assertCategory(tx, body.catagoryId);
        if ((await store.countFaqs(tx)) >= FAQ_LIMITS.faqsMax) throw new AppError('FAQ_LIMIT');
        await audit(tx, actor, 'faq.create', id);
        await store.insertFaq(tx, { id, category_id: body.catagoryId, question: body.question, is_visible: body.isVisible, ...answer });
        await store.replaceAnswerPictures(tx, id, pictureIds);
        return findOrThrow(tx, id);
      });
    },

    /** Changes the given fields. NOT_FOUND; FAQ_CHANGED when another version was read; INVALID. */
    async edit(actor: Person, id: string, edit: FaqEdit): Promise<Faq> {
      if (!(await store.findFaqFields(db, id))) throw new AppError('NOT_FOUND');
      const sanitized = edit.answer === undefined ? undefined : await sanitizeAndAdoptPictures(actor, id, edit.answer);
      return withLockedFaqs(async (tx) => {
        const before = await store.findFaqFields(tx, id);
        if (!before) throw new AppError('NOT_FOUND');
        if (edit.version !== undefined && edit.version !== before.version) throw new AppError('FAQ_CHANGED');
        await assertCategory(tx, edit.catagoryId);
        await audit(tx, actor, 'faq.update', id);
        const { pictureIds, ...answer } = sanitized ?? { pictureIds: undefined };
        await store.updateFaq(tx, id, { ...answer, ...toColumns(edit) }, await computePosition(tx, before, edit));
        if (pictureIds) await store.replaceAnswerPictures(tx, id, pictureIds);
        return findOrThrow(tx, id);
      });
    },

    delete: (actor: Person, id: string): Promise<void> =>
      withLockedFaqs(async (tx) => {
        if (!(await store.findFaqFields(tx, id))) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'faq.delete', id);
        await store.deleteFaq(tx, id);
      }),
  };
}

export type FaqsService = ReturnType<typeof createFaqsService>;

const toColumns = ({ question, isVisible, catagoryId }: FaqEdit): Partial<store.FaqFields> => ({
  ...(question !== undefined && { question }),
  ...(isVisible !== undefined && { is_visible: isVisible }),
  ...(catagoryId !== undefined && { category_id: catagoryId }),
});

/** Returns the new position: before another question, or last in a new category. NOT_FOUND. */
async function computePosition(
  tx: Tx,
  faq: { id: string; category_id: string | null },
  { catagoryId = faq.category_id, beforeId }: FaqEdit,
): Promise<RawBuilder<number> | undefined> {
  if (beforeId) {
    const before = await store.findFaqFields(tx, beforeId);
    if (before?.category_id !== catagoryId || before.id === faq.id) throw new AppError('NOT_FOUND');
    return store.selectPositionBefore(faq.id, before, catagoryId);
  }
  return beforeId === null || catagoryId !== faq.category_id ? store.selectLastPosition(catagoryId) : undefined;
}
