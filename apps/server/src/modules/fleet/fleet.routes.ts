import multipart from '@fastify/multipart';
import { VERSION_LIMITS } from '@vitrine/contract';
import * as screens from '@vitrine/contract/screens.endpoints';
import * as endpoints from '@vitrine/contract/versions.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import type { RolloutsService } from './rollouts.service.ts';
import { createFilesError } from './version-archive.ts';
import type { UploadPart, VersionFilesService } from './version-files.service.ts';
import type { VersionManagementService } from './version-management.service.ts';
import { versionCsvHead, versionCsvLine } from './versions.presenter.ts';
import type { VersionsService } from './versions.service.ts';

interface Deps {
  versions: VersionsService;
  catalogue: VersionManagementService;
  files: VersionFilesService;
  rollouts: RolloutsService;
}

// One byte more, so that a file over the limit is seen to be over it instead of being cut.
const limits = {
  fileSize: VERSION_LIMITS.bytesMax + 1,
  files: VERSION_LIMITS.filesMax + 1,
  fields: 0,
  parts: VERSION_LIMITS.filesMax + 1,
  fieldNameSize: VERSION_LIMITS.pathMax,
};

async function* listFormParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  if (!request.isMultipart()) throw new AppError('BODY_INVALID', 'Send the files as multipart/form-data.');
  try {
    for await (const part of request.files()) yield { name: part.fieldname, bytes: part.file };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw createFilesError('The form data is invalid or contains too many files.', error);
  }
}

export async function fleetRoutes(app: FastifyInstance, { versions, catalogue, files, rollouts }: Deps): Promise<void> {
  serve(app, endpoints.listVersions, async ({ actor, query }) => ({ result: await versions.list(actor, query) }));

  serve(app, endpoints.exportVersions, async ({ actor, reply }) =>
    sendCsv(reply, {
      name: 'versions.csv',
      head: versionCsvHead(),
      parts: (atOnce) => versions.listAll(actor, atOnce),
      toLine: versionCsvLine,
    }),
  );

  serve(app, endpoints.createVersion, async ({ actor, body }) => ({
    message: 'Version added.',
    result: await catalogue.create(actor, body),
  }));

  serve(app, endpoints.changeVersion, async ({ actor, params, body }) => ({
    message: 'Version saved.',
    result: await catalogue.change(actor, params.id, body),
  }));

  serve(app, endpoints.deleteVersion, async ({ actor, params }) => {
    await catalogue.remove(actor, params.id);
    return { message: 'Version deleted.' };
  });

  serve(app, endpoints.updateVersion, async ({ actor, params, body }) => ({
    message: 'Update sent to the screen.',
    result: await versions.update(actor, params.deviceId, body),
  }));

  serve(app, endpoints.listRollouts, async ({ actor, query }) => ({ result: await rollouts.list(actor, query) }));

  serve(app, endpoints.startRollout, async ({ actor, body }) => ({
    message: 'Update started.',
    result: await rollouts.start(actor, body),
  }));

  serve(app, endpoints.changeRollout, async ({ actor, params, body }) => ({
    message: 'Update saved.',
    result: await rollouts.change(actor, params.id, body),
  }));

  await app.register(versionFileRoutes, { files });
}

async function versionFileRoutes(app: FastifyInstance, { files }: Pick<Deps, 'files'>): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });

  serve(
    app,
    endpoints.uploadVersionFiles,
    async ({ actor, params, request }) => ({
      message: 'Files uploaded.',
      result: await files.replace(actor, params.id, listFormParts(request)),
    }),
    { bodyLimit: VERSION_LIMITS.bytesMax * 2 },
  );

  serve(app, screens.listVersionFiles, async ({ params }) => ({ result: await files.list(params.id) }));

  // Uploaded code: its address returns bytes that a browser does not execute.
  serve(app, screens.readVersionFile, async ({ params, query, reply }) => {
    const { sizeBytes, sha256, bytes } = await files.open(params.id, query.path);
    reply
      .type('application/octet-stream')
      .header('content-length', sizeBytes)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('etag', `"${sha256}"`);
    return reply.send(bytes ?? '');
  });
}
