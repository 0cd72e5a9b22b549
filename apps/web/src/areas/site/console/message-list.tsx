import type { ContactMessage } from '@vitrine/contract/support';
import { formatDate, formatRelative } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import { formatPhone } from '../../accounts/personal-data.ts';
import styles from './message-list.module.css';

interface MessageListProps {
  messages: ContactMessage[];
  isAnswerable: boolean;
  onReply: (message: ContactMessage) => void;
  onAnswered: (message: ContactMessage) => void;
}

export function MessageList({ messages, ...rest }: MessageListProps) {
  return (
    <ul className={styles.list} aria-label="Messages">
      {messages.map((message) => (
        <Message key={message._id} message={message} {...rest} />
      ))}
    </ul>
  );
}

function Message({ message, isAnswerable, onReply, onAnswered }: Omit<MessageListProps, 'messages'> & { message: ContactMessage }) {
  const { name, email, phoneNo, messageText, createdAt, answeredAt, answeredBy, replyText } = message;
  return (
    <li className={styles.message}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <Text as="time" breaks="anywhere" tone="soft" size="sm" dateTime={createdAt} title={formatDate(createdAt)}>
          {formatRelative(createdAt)}
        </Text>
      </div>
      <p className={styles.contact}>
        <a href={`mailto:${email}`}>{email}</a>
        <a href={`tel:${phoneNo}`}>{formatPhone(phoneNo)}</a>
      </p>
      <p className={styles.text}>{messageText}</p>
      {answeredAt ? (
        <div className={styles.answer}>
          <Text
            breaks="anywhere"
            tone="soft"
            size="sm"
          >{`Answered ${formatRelative(answeredAt)}${answeredBy ? ` by ${answeredBy}` : ''}`}</Text>
          {replyText && <p className={styles.text}>{replyText}</p>}
        </div>
      ) : (
        isAnswerable && (
          <div className={styles.actions}>
            <Button kind="primary" aria-label={`Reply to ${name}`} onClick={() => onReply(message)}>
              Reply
            </Button>
            <Button aria-label={`Mark message from ${name} as answered`} onClick={() => onAnswered(message)}>
              Mark as answered
            </Button>
          </div>
        )
      )}
    </li>
  );
}
