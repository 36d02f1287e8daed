import React, { memo, useState } from 'react';
import { List } from './list';

interface Props<T> {
  rows: T[];
  onPick?: (row: T) => void;
}

/** The state that all tables share. */
const Shared = React.createContext<Props<unknown> | null>(null);

// A table whose rows can be picked.
export const Table = <T extends { id: string },>({ rows, onPick }: Props<T>) => {
  const [picked, setPicked] = useState<string | null>(null);
  const pick = (row: T) => {
    setPicked(row.id);
    onPick?.(row);
  };
  return (
    <Shared.Provider value={{ rows }}>
      {rows.map((row) => (
        <List.Item key={row.id} active={row.id === picked} onClick={() => pick(row)} />
      ))}
    </Shared.Provider>
  );
};

export function Empty({ text = 'Nothing here' }: { text?: string }): JSX.Element {
  return <p className="empty">{text}</p>;
}

class Guard extends React.Component<Props<unknown>, State> {
  state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  render() {
    return this.state.failed ? <Empty text="It broke" /> : this.props.children;
  }
}

export default memo(function Page() {
  const reload = () => window.location.reload();
  return (
    <Guard rows={[]}>
      <button onClick={reload}>Again</button>
      <Table<Row> rows={load()} />
    </Guard>
  );
});
