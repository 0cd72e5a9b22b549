import multipart from '@fastify/multipart';
import { envelope, LIMITS, type UploadedFile, uploadedFile, uploadQuery } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../plugins/access-gate.ts';
import type { Uploads } from './media.uploads.ts';

const config = { access: 'session' } as const;
// One byte more, so that a file over the limit is seen to be over it instead of being cut.
const limits = { fileSize: LIMITS.fileBytes + 1, files: LIMITS.filesPerUpload, fields: 20, fieldSize: 10_000, parts: 60 };

/** POST /uploads: multipart, field `file`, one or several. Every file that was taken is answered, in order. */
export const uploadRoutes: FastifyPluginAsyncZod<{ uploads: Uploads }> = async (app, { uploads }) => {
  await app.register(multipart, { limits, throwFileSizeLimit: false });

  app.post(
    '/uploads',
    {
      config,
      bodyLimit: LIMITS.fileBytes * 2,
      schema: {
        tags: ['media'],
        querystring: uploadQuery,
        consumes: ['multipart/form-data'],
        response: { 201: envelope(z.array(uploadedFile)) },
      },
    },
    async (request, reply) => {
      const result = await takeAll(request, uploads);
      return reply.code(201).send({ error: false as const, result });
    },
  );
};

async function takeAll(request: FastifyRequest, uploads: Uploads): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new AppError('BODY_INVALID', 'Send the file as multipart/form-data in the field `file`.');
  const person = personOf(request);
  const declaredBytes = Number(request.headers['content-length']) || undefined;
  const taken: UploadedFile[] = [];
  try {
    for await (const part of request.files()) taken.push(await uploads.take(person, part.file, { fileName: part.filename, declaredBytes }));
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw new AppError('TOO_MANY_FILES', undefined, { cause: error });
    throw error;
  }
  if (taken.length === 0) throw new AppError('FILE_EMPTY', 'There is no file in this request.');
  return taken;
}
