// Letters that find their way, however often it takes.
pragma solidity ^0.8.20;

import "./Clock.sol";
import {Letter} from "../letters/Letter.sol";

uint256 constant MOST_TRIES = 5;

enum Outcome { Taken, Refused }

struct Entry {
    uint256 attempt;
    Outcome outcome;
}

error NoSender(address who);

/// Whoever carries letters.
interface IPostman {
    function deliver(bytes32 letter) external returns (Outcome);
}

library Waiting {
    function double_(uint256 attempt) internal pure returns (uint256) {
        return 2 ** attempt;
    }
}

/// @title How long to wait, and how often.
contract RetryPolicy is Clock, IPostman {
    using Waiting for uint256;

    type Stamp is uint32;

    uint256 public constant FACTOR = 2;
    uint256 public tries;
    mapping(address => Entry) private journal;

    event Delivered(bytes32 indexed letter, uint256 attempt);

    modifier onlySender() {
        require(msg.sender != address(0), "nobody");
        _;
    }

    constructor(uint256 tries_) {
        tries = tries_;
    }

    // Waits double, up to a minute.
    function backoff(uint256 attempt) public pure returns (uint256) {
        uint256 wait = attempt.double_();
        return wait > 60 ? 60 : wait;
    }

    function deliver(bytes32 letter) external override onlySender returns (Outcome) {
        for (uint256 attempt = 0; attempt < tries; attempt++) {
            if (_send(letter, backoff(attempt))) {
                journal[msg.sender] = Entry(attempt, Outcome.Taken);
                emit Delivered(letter, attempt);
                return Outcome.Taken;
            }
        }
        this.note{value: 1}(letter);
        revert Errors.NoSender(msg.sender);
    }

    function _send(bytes32 letter, uint256 wait) private returns (bool) {
        return uint256(letter) % (wait + 1) == 0;
    }

    receive() external payable {}
}
