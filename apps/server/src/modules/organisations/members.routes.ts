import * as endpoints from '@vitrine/contract/organisations.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { InvitationAnswers } from './invitation-answers.service.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { MemberSuggestions, MembersService } from './members.service.ts';

interface Services {
  members: MembersService;
  invitations: InvitationsService;
  answers: InvitationAnswers;
  people: MemberSuggestions;
}

/** Per account, because both reveal whether an address has an account. */
const getPersonKey = (request: FastifyRequest) => getPerson(request).userId;

export async function membersRoutes(app: FastifyInstance, { members, invitations, answers, people }: Services): Promise<void> {
  serve(
    app,
    endpoints.addMembers,
    async ({ actor, body }) => {
      const result = await members.add(actor, body);
      return { message: result.members.length > 0 ? 'Added to your family.' : 'Invited to your family.', result };
    },
    { rateLimit: perMinute(60, getPersonKey) },
  );

  serve(app, endpoints.listMembers, async ({ actor, params }) => ({ result: await members.list(actor, params.orgId) }));

  serve(app, endpoints.removeMember, async ({ actor, params }) => {
    await members.remove(actor, params.orgId, params.userId);
    return { message: params.userId === actor.userId ? 'You left the family.' : 'Removed from the family.' };
  });

  serve(app, endpoints.listInvitations, async ({ actor, params }) => ({ result: await invitations.list(actor, params.orgId) }));

  serve(app, endpoints.withdrawInvitation, async ({ actor, params }) => {
    await invitations.withdraw(actor, params.orgId, params.invitationId);
    return { message: 'Invitation canceled.' };
  });

  serve(app, endpoints.listOwnInvitations, async ({ actor }) => ({ result: await answers.list(actor) }));

  serve(app, endpoints.answerFamilyInvitation, async ({ actor, params, body: { answer } }) => {
    await answers.answer(actor, params.invitationId, answer);
    return { message: answer === 'accept' ? 'You joined the family.' : 'Invitation declined.' };
  });

  serve(app, endpoints.listKnownPeople, async ({ actor, query }) => ({ result: await people.list(actor, query) }), {
    rateLimit: perMinute(120, getPersonKey),
  });
}
