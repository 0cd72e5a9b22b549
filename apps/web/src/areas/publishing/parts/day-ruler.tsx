import { Text } from '../../../ui/text.tsx';
import type { DayPlanLayout } from '../day-plan-layout.ts';
import styles from './day-ruler.module.css';
import colours from './schedule-colours.module.css';

const REASON_LABELS = {
  schedule: 'scheduled',
  activated: 'last activated',
  main: 'main playlist',
  idle: 'nothing scheduled',
} as const;
/** Narrower pieces have no room for a name, in percent of the day. */
const MIN_LABEL_WIDTH = 9;

const toPositionStyle = ({ left, width }: { left: number; width: number }) => ({ left: `${left}%`, width: `${width}%` });

/** A day from left to right, with the same content as text; `mark` is a time in percent. */
export function DayRuler({ ruler, mark }: { ruler: DayPlanLayout; mark: number | null }) {
  const { shown, off, lanes, hours, length } = ruler;
  return (
    <div className={`${styles.day} ${colours.colours}`}>
      {length !== 24 && (
        <Text tone="warning" size="sm">
          The clocks change on this day, so it has {length} hours.
        </Text>
      )}
      <div className={styles.ruler} aria-hidden="true">
        <div className={styles.hours}>
          {hours.map(({ key, left, label }) => (
            <span key={key} style={{ left: `${left}%` }} data-edge={left === 0 ? 'start' : left === 100 ? 'end' : undefined}>
              {label}
            </span>
          ))}
        </div>
        <div className={styles.track}>
          {shown.map((piece) => (
            <span key={piece.key} className={styles.piece} data-colour={piece.colour ?? 'none'} style={toPositionStyle(piece)}>
              {piece.width >= MIN_LABEL_WIDTH && (piece.name ?? 'Standby')}
            </span>
          ))}
          {off.map((span) => (
            <span key={span.key} className={styles.off} style={toPositionStyle(span)}>
              {span.width >= MIN_LABEL_WIDTH && 'Off'}
            </span>
          ))}
        </div>
        {lanes.map((lane) => (
          <div key={lane.key} className={styles.lane}>
            {lane.pieces.map((piece) => (
              <span
                key={piece.key}
                className={styles.window}
                data-colour={piece.colour}
                data-covered={piece.isCovered ? '' : undefined}
                style={toPositionStyle(piece)}
              />
            ))}
          </div>
        ))}
        {mark !== null && <span className={styles.mark} style={{ left: `${mark}%` }} />}
      </div>
      <ol className={styles.list} aria-label="Schedule for this day">
        {shown.map(({ key, colour, from, to, name, why }) => (
          <li key={key}>
            <span className={styles.dot} data-colour={colour ?? 'none'} />
            <Text as="span" tone="soft" isTabular>
              {from} – {to}
            </Text>
            <span>
              <strong>{name ?? 'Standby image'}</strong>, {REASON_LABELS[why]}
            </span>
          </li>
        ))}
        {off.map(({ key, from, to }) => (
          <li key={`off-${key}`}>
            <span className={styles.dot} data-off="" />
            <Text as="span" tone="soft" isTabular>
              {from} – {to}
            </Text>
            <span>
              <strong>Screen off</strong>, outside operating hours
            </span>
          </li>
        ))}
        {lanes.flatMap(({ key, name, pieces }) =>
          pieces
            .filter(({ isCovered }) => isCovered)
            .map((piece) => (
              <li key={`${key}-${piece.key}`}>
                <span className={styles.dot} data-colour={piece.colour} data-covered="" />
                <Text as="span" tone="soft" isTabular>
                  {piece.from} – {piece.to}
                </Text>
                <span>
                  <strong>{name}</strong> doesn’t show because another schedule takes priority
                </span>
              </li>
            )),
        )}
      </ol>
    </div>
  );
}
