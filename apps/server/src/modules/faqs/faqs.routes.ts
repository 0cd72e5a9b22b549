import { createHash } from 'node:crypto';
import * as kept from '@vitrine/contract/faq-admin.endpoints';
import * as endpoints from '@vitrine/contract/faqs.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { isUnchanged } from '../files/index.ts';
import type { AnswerPicturesService } from './answer-pictures.service.ts';
import type { CategoriesService } from './categories.service.ts';
import type { FaqsService } from './faqs.service.ts';

interface FaqsRoutesDeps {
  faqs: FaqsService;
  catagories: CategoriesService;
  pictures: AnswerPicturesService;
}

export async function faqsRoutes(app: FastifyInstance, { faqs, catagories, pictures }: FaqsRoutesDeps): Promise<void> {
  serve(app, endpoints.listUserFaqs, async ({ query, request, reply }) =>
    sendUnlessUnchanged(request, reply, await faqs.listVisible(query)),
  );

  serve(app, endpoints.searchUserFaqs, async ({ query, request, reply }) =>
    sendUnlessUnchanged(request, reply, await faqs.listVisible(query)),
  );

  serve(app, endpoints.listCategories, async ({ request, reply }) =>
    sendUnlessUnchanged(request, reply, { catagories: await catagories.list() }),
  );

  serve(app, endpoints.readFaqPicture, async ({ params, request, reply }) => {
    const picture = await pictures.open(params.id);
    // The bytes never change and may be cached publicly.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${picture.id}"`);
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    if (isUnchanged(request, picture.id)) return reply.code(304).send();
    return reply
      .type(picture.mimetype)
      .header('content-length', picture.size_bytes)
      .send(await pictures.read(picture));
  });

  serve(app, kept.searchFaqs, async ({ query }) => ({ result: await faqs.search(query) }));

  serve(app, kept.createFaq, async ({ actor, body }) => ({ message: 'FAQ added.', result: await faqs.create(actor, body) }));

  serve(app, kept.editFaq, async ({ actor, params, body }) => ({
    message: 'FAQ saved.',
    result: await faqs.edit(actor, params.id, body),
  }));

  serve(app, kept.deleteFaq, async ({ actor, params }) => {
    await faqs.delete(actor, params.id);
    return { message: 'FAQ removed.' };
  });

  serve(app, kept.createCategory, async ({ actor, body }) => ({
    message: 'Category added.',
    result: await catagories.create(actor, body),
  }));

  serve(app, kept.editCategory, async ({ actor, params, body }) => ({
    message: 'Category saved.',
    result: await catagories.edit(actor, params.id, body),
  }));

  serve(app, kept.deleteCategory, async ({ actor, params }) => {
    await catagories.delete(actor, params.id);
    return { message: 'Category removed.' };
  });
}

/** Public data is revalidated on each request and sent only when it has changed. */
function sendUnlessUnchanged<Result>(request: FastifyRequest, reply: FastifyReply, result: Result): FastifyReply | { result: Result } {
  const etag = createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22);
  reply.header('etag', `"${etag}"`).header('cache-control', 'public, no-cache');
  return isUnchanged(request, etag) ? reply.code(304).send() : { result };
}
