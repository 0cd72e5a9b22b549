-- People who left a family, were removed from it or saw it dissolved. They join a family of the same owner again only after they accept an invitation.
-- Members who left before this migration are not in it.
create table former_members (
  owner_id uuid not null references users (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Without a foreign key, because the record outlives a dissolved family.
  org_id uuid not null,
  left_at timestamptz(3) not null,
  -- Whether the owner removed the member, which the owner may undo for a short time.
  was_removed boolean not null,
  -- Earliest time of the owner's next invitation to this person; null before the first one.
  next_invitation_at timestamptz(3),
  primary key (owner_id, user_id, org_id)
);
create index former_members_user on former_members (user_id);

-- The former member who must accept the invitation; null for an invitation to an address, which ends when an account proves the address.
alter table organisation_invitations add column user_id uuid references users (id) on delete cascade;
-- A declined invitation stays in the owner's list and takes no place. The version before counts it as one that waits.
alter table organisation_invitations add column declined_at timestamptz(3);
create index organisation_invitations_user on organisation_invitations (user_id) where user_id is not null;
