import { newId } from '../platform/ids.ts';
import { hashToken } from '../platform/security/tokens.ts';
import { aPerson, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

type StaffRole = { role?: 'admin' | 'support'; is_super_admin?: boolean; platform?: 'PP' | 'WV' };

/** Creates a signed-in staff member, by default an administrator. */
export async function aStaffMember(test: TestApp, staffRole: StaffRole = {}): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db
    .updateTable('users')
    .set({ role: 'admin', ...staffRole })
    .where('id', '=', person.user._id)
    .execute();
  return person;
}

/** Lets a staff member view an account, as the console does. */
export async function viewAccount(staff: TestPerson, { user }: TestPerson): Promise<void> {
  const answer = await staff.call('POST', '/console/views', { userId: user._id });
  if (answer.statusCode !== 201) throw new Error(`The account cannot be viewed: ${answer.body}`);
}

interface ForgedView {
  isReadOnly?: boolean;
  isPermitted?: boolean;
}

/** Inserts an open view for the session without any check of permission and without an entry in the audit trail. */
export async function forgeView(
  test: TestApp,
  staff: TestPerson,
  userId: string,
  { isReadOnly = false, isPermitted = false }: ForgedView = {},
) {
  const view = {
    id: newId(),
    user_id: userId,
    staff_id: staff.user._id,
    staff_name: staff.user.name,
    session_hash: hashToken(staff.token),
    is_read_only: isReadOnly,
    is_permitted: isPermitted,
    started_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
  };
  await test.db
    .deleteFrom('staff_views')
    .where('session_hash', '=', view.session_hash)
    .where(({ or, eb }) => or([eb('user_id', '<>', userId), eb('ended_at', 'is not', null)]))
    .execute();
  await test.db
    .insertInto('staff_views')
    .values(view)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
