# Letters that find their way, however often it takes.
using module ./Clock.psm1
using namespace System.Collections.Generic

Import-Module Post.Letters
Import-Module -Name Post.Tools -Force
. ./tools.ps1

$script:MostTries = 5

enum Outcome {
    Taken
    Refused
}

# Whoever carries letters.
class Postman {
    [string] $Street

    [Outcome] Deliver([string] $letter) {
        return [Outcome]::Taken
    }
}

# How long to wait, and how often.
class RetryPolicy : Postman, IDisposable {
    [int] $Tries = 5
    hidden [List[string]] $Journal

    RetryPolicy([int] $tries) {
        $this.Tries = $tries
    }

    # Waits double, up to a minute.
    [int] Backoff([int] $attempt) {
        return [Math]::Min([Math]::Pow(2, $attempt), 60)
    }

    [Outcome] Deliver([string] $letter) {
        for ($attempt = 0; $attempt -lt $this.Tries; $attempt++) {
            $sent = Send-Letter -Text $letter
            if ($sent) {
                return [Outcome]::Taken
            }
            $this.Journal.Add("attempt $attempt failed")
            Start-Sleep -Seconds $this.Backoff($attempt)
        }
        return [Outcome]::Refused
    }

    static [RetryPolicy] Shared() {
        return [RetryPolicy]::new(3)
    }
}

function Send-Letter {
    <#
    .SYNOPSIS
    Sends one letter.
    #>
    param (
        [Parameter(Mandatory)] [string] $Text
    )
    $address = Get-Address $Text
    Write-Output "to $address"
}

# Says where a letter goes.
function Get-Address([string] $text) {
    $text.Split("`n")[0]
}

function script:Clear-Journal { $script:MostTries = 0 }

configuration PostOffice {
    Node "localhost" {
        WindowsFeature Mail { Ensure = "Present" }
    }
}

Describe "a policy" {
    It "waits longer each time" {
        [RetryPolicy]::new(3).Backoff(2) | Should -BeGreaterThan 2
    }
    It "gives up" {
        $policy = [RetryPolicy]::new(1)
        $policy.Deliver("lost") | Should -Be Refused
        Get-Address "lost" | Should -BeNullOrEmpty
    }
    It "says to whom" {
        Send-Letter -Text "found" | Should -Match "to"
        Get-Address "found`nand lost" | Should -Be "found"
    }
}

filter Select-Taken { if ($_ -eq 'Taken') { $_ } }
