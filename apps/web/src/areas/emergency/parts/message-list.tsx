import type { EmergencyMessage } from '@vitrine/contract/emergency';
import { formatCount } from '../../../lib/format.ts';
import { MegaphoneIcon, MoreIcon, PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Text } from '../../../ui/text.tsx';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { describeTargets } from '../emergency-labels.ts';
import styles from './emergency.module.css';

interface MessageListProps {
  messages: readonly EmergencyMessage[];
  onRaise: (message: EmergencyMessage) => void;
  onEdit: (message: EmergencyMessage) => void;
  onDelete: (message: EmergencyMessage) => void;
}

/** Prepared messages. Raising is the large button, within reach of a thumb. */
export const MessageList = ({ messages, onRaise, onEdit, onDelete }: MessageListProps) => (
  <ul className={styles.list} aria-label="Messages">
    {messages.map((message) => (
      <li key={message._id} className={styles.row}>
        <span className={styles.swatch} data-color={message.color} aria-hidden="true" />
        <div className={styles.about}>
          <Stack canShrink>
            <h2 className={styles.name}>{message.texts[0]?.title}</h2>
            <Text size="sm" tone="soft">
              {describeTargets(message)}
              {message.cap && ' · Raised by CAP alerts, too'}
              {message.key && ` · Ctrl + Alt + ${message.key.digit} on ${formatCount(message.key.deviceIds.length, 'screen')}`}
            </Text>
            <Row wrap gap={2}>
              <FamilyBadge of={message} isOnPicture={false} />
              {message.alertId !== null && <Badge tone="danger">On the screens now</Badge>}
            </Row>
          </Stack>
        </div>
        <Menu trigger={<IconButton label={`Actions for ${message.texts[0]?.title ?? ''}`} icon={<MoreIcon />} />}>
          <MenuItem icon={<PencilIcon size={18} />} isDisabled={message.alertId !== null} onSelect={() => onEdit(message)}>
            Edit
          </MenuItem>
          <MenuItem icon={<TrashIcon size={18} />} isDanger isDisabled={message.alertId !== null} onSelect={() => onDelete(message)}>
            Delete
          </MenuItem>
        </Menu>
        <Button
          kind="danger"
          className={styles.raise}
          icon={<MegaphoneIcon size={18} />}
          disabled={message.screens === 0}
          onClick={() => onRaise(message)}
          aria-label={`Raise ${message.texts[0]?.title ?? ''}`}
        >
          Raise
        </Button>
      </li>
    ))}
  </ul>
);
