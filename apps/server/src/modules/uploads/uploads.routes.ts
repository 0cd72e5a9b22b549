import multipart from '@fastify/multipart';
import { LIMITS, type UploadedFile } from '@vitrine/contract';
import { readAcceptedFiles, uploadFiles } from '@vitrine/contract/files.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { createRunInTurn } from '../../plugins/account-gates.ts';
import { serve } from '../../plugins/endpoints.ts';
import type { Person } from '../access/index.ts';
import type { UploadsService } from './uploads.service.ts';

// One byte more, so that a file over the limit is seen to be over it instead of being cut.
const limits = { fileSize: LIMITS.fileBytes + 1, files: LIMITS.filesPerUpload, fields: 20, fieldSize: 10_000, parts: 60 };

/** Errors of the parser for invalid forms, which have no codes. */
const BROKEN_FORM_PATTERN = /multipart|part header|unexpected end of|terminated early/i;

export async function uploadRoutes(app: FastifyInstance, { uploads }: { uploads: UploadsService }): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });

  serve(app, readAcceptedFiles, async () => ({ result: await uploads.readAcceptedFiles() }));

  serve(app, uploadFiles, async ({ actor, request }) => ({ result: await storeAll(actor, request, uploads) }), {
    bodyLimit: LIMITS.fileBytes * 2,
  });
}

async function storeAll(actor: Person, request: FastifyRequest, uploads: UploadsService): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new AppError('BODY_INVALID', 'Send the file as multipart/form-data in the `file` field.');
  const declaredBytes = Number(request.headers['content-length']) || undefined;
  const runInTurn = createRunInTurn(request);
  const stored: UploadedFile[] = [];
  try {
    for await (const part of request.files())
      stored.push(await uploads.store(actor, part.file, { fileName: part.filename, declaredBytes, runInTurn }));
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw new AppError('TOO_MANY_FILES', undefined, { cause: error });
    if (error instanceof Error && BROKEN_FORM_PATTERN.test(error.message))
      throw new AppError('BODY_INVALID', 'The form data is invalid or incomplete.', { cause: error });
    throw error;
  }
  if (stored.length === 0) throw new AppError('FILE_EMPTY', 'The request contains no file.');
  return stored;
}
