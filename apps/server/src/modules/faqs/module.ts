import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { createAnswerPicturesService } from './answer-pictures.service.ts';
import { createCategoriesService } from './categories.service.ts';
import { faqsRoutes } from './faqs.routes.ts';
import { createFaqsService } from './faqs.service.ts';
import { renderFaqParts } from './prerendered-faqs.rules.ts';

const SWEEP_MS = 10 * 60_000;

/** Questions and answers, edited by administrators and readable by everyone. */
export const faqsModule = defineModule({
  name: 'faqs',
  tables: { owned: ['faqs', 'faq_categories', 'faq_pictures'], read: ['files'] },
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const pictures = createAnswerPicturesService(platform);
    const faqs = createFaqsService({ ...platform, pictures });
    const catagories = createCategoriesService(platform);
    return {
      api: {
        /** Content of the public page of questions for browsers without scripts. */
        writtenParts: async () => renderFaqParts(await faqs.listVisible({ visibality: 'faq' })),
      },
      routes: (app: FastifyInstance) => faqsRoutes(app, { faqs, catagories, pictures }),
      workerTasks: [{ name: 'faqs.pictures', everyMs: SWEEP_MS, run: pictures.deleteUnused }],
    };
  },
});
